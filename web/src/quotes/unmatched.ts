/** Whether the address asks for what reached no company. */
export const isUnmatched = (search: object): boolean => 'unmatched' in search && search.unmatched === true
