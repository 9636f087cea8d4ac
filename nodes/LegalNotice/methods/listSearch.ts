/** The lists behind the resource locators, each narrowed by the choices before it. Sorted by what is shown. */
export { searchCategories, searchForfaits } from './categoryLists';
export { searchContacts } from './contactList';
export { searchDepartments, searchPublicationDates, searchPublications } from './publicationLists';
