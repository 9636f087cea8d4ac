module.exports = globalThis.requireOutside('pdfkit');
