import * as z from 'zod'

/** A checkbox that must be ticked before the form is sent. */
export const ticked = z.boolean().refine(Boolean, 'Veuillez cocher cette case.')
