// The search for a shorter order takes up to a second: it happens beside the page, which stays quick meanwhile.
import { shorterOrder } from '@bordee/core/routes/shorter-order.ts'

type Question = Parameters<typeof shorterOrder>

self.onmessage = ({ data }: MessageEvent<Question>) => {
  self.postMessage(shorterOrder(...data))
}
