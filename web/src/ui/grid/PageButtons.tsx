import { Pagination } from '@mantine/core'

/** A file of its own, because the first rows don't wait for it. */
export const PageButtons = (shown: { total: number; value: number; onChange: (page: number) => void }) => (
  <Pagination size="sm" siblings={1} boundaries={1} {...shown} />
)
