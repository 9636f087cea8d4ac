#!/bin/sh
# Brings the desk into n8n with the firm's own values, which it asks for, and publishes it once the credentials are filled
# in. It needs desk.n8np beside it, and sh, sed, tar and curl 7.76 or newer: Linux, macOS, the Git Bash of Windows.
# Run again, it leaves the workflows that are there as they are.
set -eu
package=$(cd "$(dirname "$0")" && pwd)/desk.n8np
folder=$(mktemp -d)
trap 'stty echo 2>/dev/null || true; rm -rf "$folder"' EXIT

# Asks until there is an answer that fits; the end of all answers ends the program.
ask() {
	while true; do
		printf '%s: ' "$1" >&2
		read -r answer || exit 1
		answer=${answer:-$2}
		case $answer in
		'' | *[!A-Za-z0-9@._+:/-]*) echo 'Empty, or other characters than letters, digits and @ . _ + : / -' >&2 ;;
		*) break ;;
		esac
	done
	printf '%s' "$answer"
}

# A name may have blanks and accents. What JSON or sed would read as its own is refused, or escaped.
ask_name() {
	while true; do
		printf '%s: ' "$1" >&2
		read -r answer || exit 1
		case $answer in
		'' | *[\"\\]*) echo 'Empty, or with a quotation mark or a backslash.' >&2 ;;
		*) break ;;
		esac
	done
	printf '%s' "$answer" | sed 's/[&|]/\\&/g'
}

# The key goes in by a pipe, so that no list of processes shows it.
send() {
	path=$1
	shift
	printf 'X-N8N-API-KEY: %s\n' "$key" |
		curl -sS -o "$folder/answer.json" -H @- "$@" "${url%/}/api/v1/$path"
}
call() {
	send "$@" --fail-with-body
}

ask_key() {
	printf 'API key of n8n (not shown): '
	stty -echo 2>/dev/null || true
	read -r key || exit 1
	stty echo 2>/dev/null || true
	echo
}

# Address and key are tried at once: what is wrong is asked for again, before the other questions.
url=$(ask 'Address of n8n (https://...)' '')
ask_key
while true; do
	case $(send 'workflows?limit=1' -w '%{http_code}' || true) in
	# A key that may do less than list workflows is a key all the same.
	200 | 403) break ;;
	401)
		echo 'n8n does not know this key.'
		ask_key
		;;
	*)
		echo 'There is no n8n with an API at this address.'
		url=$(ask 'Address of n8n (https://...)' '')
		;;
	esac
done
firm=$(ask_name 'Name of the firm, for pages and e-mails')
office=$(ask 'E-mail of the office: sends all e-mails, hears of orders and problems' '')
reviewer=$(ask 'E-mail of who approves the notices (Enter: the office)' "$office")
formality=$(ask 'E-mail of who files the formalities (Enter: the office)' "$office")
accounting=$(ask 'E-mail of accounting (Enter: the office)' "$office")
# No default: of another account 12 may be no newspaper, or the wrong one.
department=$(ask 'Department where most notices appear (of the sandbox: 75)' '')
newspaper=$(ask 'Code of its newspaper, from the list of a Legal Notice node (of the sandbox: 12)' '')

cd "$folder"
tar -xzf "$package"
for file in workflows/*/workflow.json; do
	sed -e "s|formalites@cabinet-demo\.example|$office|" \
		-e "s|relecture@cabinet-demo\.example|$reviewer|" \
		-e "s|guichet@cabinet-demo\.example|$formality|" \
		-e "s|comptabilite@cabinet-demo\.example|$accounting|" \
		-e "/\"name\": \"nom_du_cabinet\"/{n;s|\"value\": \".*\"|\"value\": \"$firm\"|;}" \
		-e "/\"name\": \"departement\"/{n;s|\"75\"|\"$department\"|;}" \
		-e "/\"name\": \"journal\"/{n;s|\"12\"|\"$newspaper\"|;}" "$file" >new.json
	mv new.json "$file"
done
# n8n wants the manifest first, and none of the hidden files of macOS.
COPYFILE_DISABLE=1 tar --format ustar -czf own.n8np manifest.json workflows data-tables

# By name: a credential of a type that is there already may be that of production, or a password for something else.
if ! call n8n-packages/import -F package=@own.n8np -F workflowConflictPolicy=skip \
	-F credentialMatchingMode=name-and-type; then
	echo 'n8n did not take the desk:'
	cat answer.json 2>/dev/null || true
	exit 1
fi

echo "The workflows are in n8n. Open ${url%/}/home/credentials and fill in what needs its first setup:"
echo 'Legal Notice API (of the test instance), SMTP, Basic Auth. Leave CRM and Language model if you have none.'
printf 'Then press Enter to publish the workflows: '
read -r answer
# In the order of the manifest: a workflow is published after those that it calls.
for workflow in $(sed -n 's|.*"target": "\(workflows/[^"]*\)".*|\1|p' manifest.json); do
	case $workflow in
	# These are run by hand, or need what not every firm has: they are published in n8n.
	*/desk-set-up-* | */crm-deal-* | */ai-drafts-*) continue ;;
	esac
	call "workflows/${workflow##*-}/activate" -X POST ||
		echo "Not published: $workflow. $(cat answer.json)"
done
echo "Done. Now execute \"Set up the desk\" in n8n. Forms: ${url%/}/form/annonce-libre,"
echo "annonce-constitution, annonce-modification, annonce-dissolution. The page: ${url%/}/webhook/annonces"
