// The search for a shorter order takes up to a second; a worker keeps the page responsive.
import { shorterOrder } from '@bordee/core/routes/shorter-order.ts'

type Question = Parameters<typeof shorterOrder>

self.onmessage = ({ data }: MessageEvent<Question>) => {
  self.postMessage(shorterOrder(...data))
}
