/** What a change of a folder may change elsewhere: a client goes with his sites, a site with its occupants and places in routes. */
export const folderSlices = ['clients', 'sites', 'occupants', 'routes']
