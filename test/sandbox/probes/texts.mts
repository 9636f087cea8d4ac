import { composes, quoteRefused, type Probe } from './probe.mts';

/** Rules of the notice text. */
export const textProbes: Record<string, Probe> = {
	'text-required': quoteRefused(['err_texte_absent'], { texte: undefined }),
	'text-format': quoteRefused(['err_texte_incorrect'], { texte: 'Nothing inside a paragraph' }),
	'text-outside-p': composes('Lost<p>Kept</p>', '<p class="fs-texte">Kept</p>'),
	'text-other-tags': composes(
		'<h1>Lost</h1><p>Kept</p><ul><li>Lost</li></ul>',
		'<p class="fs-texte">Kept</p>',
	),
	'text-inline': composes(
		'<p><b>A</b> <strong>B</strong><br/><span class="fs-italique">C</span><em>Lost</em></p>',
		'<p class="fs-texte"><b>A</b> <strong>B</strong><br/><span class="fs-italique">C</span></p>',
	),
	'text-charset': composes('<p>Muğla</p>', ['err_texte_incorrect', 'ğ']),
	'text-default-class': composes('<p class="nope">A</p>', '<p class="fs-texte">A</p>'),
	'text-category-classes': composes('<p class="fs-signature">A</p>', '<p class="fs-texte">A</p>', {
		categorie: 'RECTIF',
		forfait: undefined,
	}),
	'text-class-rank': composes('<p class="fs-texte fs-titre">A</p>', '<p class="fs-titre">A</p>'),
	'text-filet-paragraph': composes(
		'<p>A</p><p class="fs-filet">Lost</p>',
		'<p class="fs-texte">A</p><hr class="fs-filet"/>',
	),
	'text-filet-rule': composes(
		'<p>A</p><hr class="fs-filet"><hr>',
		'<p class="fs-texte">A</p><hr class="fs-filet"/>',
	),
};
