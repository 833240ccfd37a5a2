// One chunk for all quotes/* pages: users visit several of them, and the route table lists every chunk before anyone
// signs in.
export { EditQuoteSectorScreen } from './EditQuoteSectorScreen.tsx'
export { QuoteScreen } from './QuoteScreen.tsx'
export { QuoteSectorScreen } from './QuoteSectorScreen.tsx'
export { QuotesScreen } from './QuotesScreen.tsx'
export { QuotesStartScreen } from './QuotesStartScreen.tsx'
