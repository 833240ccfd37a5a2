/**
 * The percents of the instalments once there is one more: it takes what was left of the 100 %. If nothing was left,
 * even shares stay even; others keep what they have.
 */
export function withOneMore(percents: readonly number[]): number[] {
  const left = Math.round((100 - percents.reduce((sum, percent) => sum + percent, 0)) * 100) / 100
  if (left > 0) return [...percents, left]
  return left === 0 && isEven(percents) ? evenShares(percents.length + 1) : [...percents, 0]
}

/** The last one takes the remainder: 33,33, 33,33 and 33,34. */
function evenShares(count: number): number[] {
  const hundredths = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? hundredths : 10_000 - hundredths * (count - 1)) / 100)
}

const isEven = (percents: readonly number[]) => evenShares(percents.length).every((share, i) => share === percents[i])
