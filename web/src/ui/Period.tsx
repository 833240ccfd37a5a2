import { type IsoDate, monthBefore, todayIn } from '@bordee/core/time.ts'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { FrenchDates } from './FrenchDates.tsx'
import { useZone } from './zone.ts'

type Range = [IsoDate | null, IsoDate | null]

/** A range of days: by default from a month ago, or from `begin`, to today. */
export function usePeriod(begin: (today: IsoDate) => IsoDate = monthBefore) {
  const today = todayIn(useZone(), new Date())
  const [range, setRange] = useState<Range>([begin(today), today])
  const [from, to] = range
  return { today, range, setRange, days: from && to ? { from, to } : ('not yet' as const) }
}

interface Props {
  range: Range
  onChange: (range: Range) => void
  max?: IsoDate
}

export function Period({ range, onChange, max }: Props) {
  return (
    <FrenchDates>
      <DatePickerInput
        type="range"
        label="Période"
        valueFormat="DD/MM/YYYY"
        value={range}
        onChange={onChange}
        maxDate={max}
        w={{ base: '100%', xs: 260 }}
        clearable={false}
        allowSingleDateInRange
      />
    </FrenchDates>
  )
}
