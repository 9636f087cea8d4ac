/**
 * What a poll keeps of an answer about files, as soon as it is read: of a file that was reported only the key, and an invoice of
 * several notices is kept once. Three hundred notices that share an invoice of a thousand lines would else take as many copies.
 */
import { NOT_FOUND, type NoticeReply } from '../notices/changes';
import {
	type AnsweredFiles,
	fileKey,
	readFiles,
	type FileRoute,
	type ListedFile,
} from '../notices/files';
import { invoiceIdentity, linesBill } from '../notices/invoices';
import { isChosenFile } from './events';
import type { WatchSettings } from './settings';
import type { State } from './state';

export interface KeptFile {
	/** What is stored of it once it was reported or seen. */
	readonly key: string;
	/** The file itself where it may be an event. */
	readonly file?: ListedFile;
}

export class KeptFiles {
	/** By what an invoice is and which notices its lines bill. */
	private readonly invoices = new Map<string, ListedFile['fields']>();

	constructor(
		private readonly settings: WatchSettings,
		private readonly before: State,
	) {}

	keep(reply: NoticeReply, name: string, route: FileRoute): AnsweredFiles<KeptFile> {
		const answered = readFiles(reply, name, route);
		if (typeof answered !== 'object') return answered;
		const { settings } = this;
		const seen = this.before.notices.get(name) ?? {};
		const known = new Set(seen[route]?.split(' '));
		const isFirstSight = seen[route] === undefined && seen.statut !== NOT_FOUND;
		const mayBeNews = !isFirstSight || settings.firstSight !== 'none';
		const files = answered.files.map((file): KeptFile => {
			const key = fileKey(file, route);
			const mayBeEvent = mayBeNews && !known.has(key) && isChosenFile(settings, file, route);
			return mayBeEvent ? { key, file: this.shared(file, route) } : { key };
		});
		return { ...answered, files };
	}

	/** Answers that list one invoice with lines for the same notices list the same lines. */
	private shared(file: ListedFile, route: FileRoute): ListedFile {
		if (route !== 'factures' || file.numero === undefined) return file;
		const what = JSON.stringify([invoiceIdentity(file.fields), linesBill(file.fields)]);
		const fields = this.invoices.get(what) ?? file.fields;
		this.invoices.set(what, fields);
		return { ...file, fields };
	}
}
