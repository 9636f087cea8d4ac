/**
 * The desk: one table and the workflows that keep it, played on a real n8n with a real mail server and the sandbox.
 * What fails is in deskOutages.test.mts, and n8n is killed in deskKilled.test.mts: each has an n8n of its own.
 */
import { after, before, describe } from '../lib/testing.mts';
import { accounting } from '../journeys/cases/accounting.mts';
import { correctANotice } from '../journeys/cases/correctANotice.mts';
import { deskPage } from '../journeys/cases/deskPage.mts';
import { doors } from '../journeys/cases/doors.mts';
import { follow } from '../journeys/cases/follow.mts';
import { newNotice } from '../journeys/cases/newNotice.mts';
import { onePackage } from '../journeys/cases/onePackage.mts';
import { otherEntrances } from '../journeys/cases/otherEntrances.mts';
import { proofAndApproval } from '../journeys/cases/proofAndApproval.mts';
import { register } from '../journeys/cases/register.mts';
import { whole } from '../journeys/cases/whole.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('the desk on n8n 2.41', () => {
	before(async () => {
		await openStage('desk');
	});
	after(async () => await stage?.close());

	describe('one package', onePackage);
	describe('the whole way', whole);
	describe('new notices', newNotice);
	describe('other entrances', otherEntrances);
	describe('set up, proof and approval', proofAndApproval);
	describe('follow', follow);
	describe('accounting', accounting);
	describe('register', register);
	describe('correct a notice', correctANotice);
	describe('the page', deskPage);
	describe('pages of somebody else', doors);
});
