// The process that draws uploaded photos: see drawers.ts.
import { serve } from '../engine/workshop.process.ts'
import { type DrawnPhoto, drawPhoto } from './drawing.ts'

serve(({ bytes }: { bytes: Buffer }): Promise<DrawnPhoto> => drawPhoto(bytes))
