import { Field, Text } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { smsForm } from '#shared/contract/smsMarketing.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { MARKET } from './text.ts'

type In = z.input<typeof smsForm>

/** ms after the last change before the server counts. */
const QUIET_MS = 400

/** What the message counts as at all its recipients together, and what it costs: seen before it is sent. */
export function SmsCost({ control }: { control: Control<In, unknown, z.output<typeof smsForm>> }) {
  const [siteId, smsChannelId, smsTemplateId, params, phoneList, memberIds, groupIds, levelIds] = useWatch({
    control,
    name: [
      'siteId',
      'smsChannelId',
      'smsTemplateId',
      'params',
      'phoneList',
      'memberIds',
      'groupIds',
      'levelIds',
    ] as const,
  })
  const form = { siteId, smsChannelId, smsTemplateId, params, phoneList, memberIds, groupIds, levelIds }
  const settled = useSettled(form)
  const isAsked = isWhole(form)
  const read = useRead('smsMarketing.estimate', settled, {
    enabled: isAsked && isWhole(settled),
    quiet: true,
    keepPrevious: true,
  })
  if (!isAsked || !isWhole(settled) || !read.data) return null
  const { recipients, segments, price, amount } = read.data
  return (
    <Field label={MARKET.cost} {...(price === 0 ? { hint: MARKET.noPrice } : {})}>
      <Text aria-live="polite">{MARKET.estimated({ recipients, segments, price, amount })}</Text>
    </Field>
  )
}

/** Is there a message, and somebody who gets it? */
const isWhole = ({ smsChannelId, smsTemplateId, ...to }: Partial<In>): boolean =>
  typeof smsChannelId === 'number' &&
  typeof smsTemplateId === 'number' &&
  [to.phoneList, to.memberIds, to.groupIds, to.levelIds].some((list) => (list?.length ?? 0) > 0)

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), QUIET_MS)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
