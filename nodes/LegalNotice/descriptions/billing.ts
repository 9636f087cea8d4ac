import type { INodeProperties } from 'n8n-workflow';

/** Who is billed; the advertiser's fields are those of the interface (specification, Facturation). */
export const billingParameters: INodeProperties[] = [
	{
		displayName: 'Billing',
		name: 'billingMode',
		type: 'options',
		options: [
			{ name: 'Account Default', value: 'accountDefault', description: 'As the account is set up' },
			{ name: 'Advertiser', value: 'annonceur', description: 'The company concerned (annonceur)' },
			{ name: 'Prescriber', value: 'prescripteur', description: 'You (prescripteur)' },
		],
		default: 'accountDefault',
		description: 'Who receives the invoice',
	},
	{
		displayName: 'Advertiser',
		name: 'advertiser',
		type: 'collection',
		placeholder: 'Add Advertiser Field',
		default: {},
		displayOptions: { show: { billingMode: ['accountDefault', 'annonceur'] } },
		description: 'Billing details of the advertiser; sent only if the advertiser is billed',
		hint: 'Needed when the advertiser is billed: Name, Address, Postcode, City, Country',
		options: [
			{ displayName: 'Address', name: 'address', type: 'string', default: '' },
			{ displayName: 'Address Complement', name: 'addressComplement', type: 'string', default: '' },
			{ displayName: 'City', name: 'city', type: 'string', default: '' },
			{
				displayName: 'Country Name or ID',
				name: 'country',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getCountries' },
				default: 'FRA',
				description:
					'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@example.com',
			},
			{ displayName: 'Mobile', name: 'mobile', type: 'string', default: '' },
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Company name, or last name of a person',
			},
			{
				displayName: 'Name Complement',
				name: 'nameComplement',
				type: 'string',
				default: '',
				description: 'First name of a person, or a complement of the company name',
			},
			{ displayName: 'Phone', name: 'phone', type: 'string', default: '' },
			{ displayName: 'Postcode', name: 'postcode', type: 'string', default: '' },
		],
	},
];
