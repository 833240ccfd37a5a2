// The pages of quotes/* come together: one who looks at one looks at the others, and the table of screens names them all before anyone signs in.
export { EditQuoteSectorScreen } from './EditQuoteSectorScreen.tsx'
export { QuoteScreen } from './QuoteScreen.tsx'
export { QuoteSectorScreen } from './QuoteSectorScreen.tsx'
export { QuotesScreen } from './QuotesScreen.tsx'
export { QuotesStartScreen } from './QuotesStartScreen.tsx'
