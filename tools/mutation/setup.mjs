import fc from 'fast-check';

// A run with one mutant needs the first counterexample, not the smallest one.
fc.configureGlobal({ numRuns: 30, endOnFailure: true });
