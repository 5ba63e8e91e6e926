import { Field, Text } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { smsForm } from '#shared/contract/smsMarketing.ts'
import { useRead } from '#renderer/data/useRead.ts'

type FormInput = z.input<typeof smsForm>

/** Delay after the last change before the server is asked for the cost. */
const DEBOUNCE_MS = 400

interface Cost {
  recipients: number
  segments: number
  price: number
  amount: number
}

/** Formats an amount with at least two decimals. */
const formatYuan = (amount: number): string =>
  amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

export const describeCost = ({ recipients, segments, price, amount }: Cost): string =>
  `共 ${recipients} 个号码，计费 ${segments} 条` +
  (price > 0 ? `，每条 ${price} 元，合计 ${formatYuan(amount)} 元` : '')

/** Shows the number of billed messages and their cost before sending. */
export function SmsCost({ control }: { control: Control<FormInput, unknown, z.output<typeof smsForm>> }) {
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
  const debouncedForm = useDebounced(form)
  const isReady = isComplete(form)
  const read = useRead('smsMarketing.estimate', debouncedForm, {
    enabled: isReady && isComplete(debouncedForm),
    quiet: true,
    keepPrevious: true,
  })
  if (!isReady || !isComplete(debouncedForm) || !read.data) return null
  const { recipients, segments, price, amount } = read.data
  return (
    <Field label="费用" {...(price === 0 ? { hint: '在“短信通道”中填写每条单价后显示金额' } : {})}>
      <Text aria-live="polite">{describeCost({ recipients, segments, price, amount })}</Text>
    </Field>
  )
}

/** Whether the form has a channel, a template and at least one recipient. */
const isComplete = ({ smsChannelId, smsTemplateId, ...to }: Partial<FormInput>): boolean =>
  typeof smsChannelId === 'number' &&
  typeof smsTemplateId === 'number' &&
  [to.phoneList, to.memberIds, to.groupIds, to.levelIds].some((list) => (list?.length ?? 0) > 0)

/** The value, debounced. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(key) as T), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return debounced
}
