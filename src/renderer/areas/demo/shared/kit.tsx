import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { ListRead } from '#renderer/ui/list/ListBody.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { simulateSave } from './samples.ts'

/** Layout styles that several demo pages and panels share. */
export const useDemoStyles = makeStyles({
  start: { alignSelf: 'start' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: tokens.spacingVerticalL,
  },
  field: { maxWidth: '480px' },
  tree: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, height: '520px', minHeight: 0 },
})

/** A column that shows a property of its rows as it is. */
export const column = <Key extends string>(
  key: Key,
  title: string,
  width?: string,
): TableColumn<Record<Key, ReactNode>> => ({
  key,
  title,
  ...(width !== undefined && { width }),
  render: (row) => row[key],
})

/** A coloured badge with a word. */
export const badge = (text: string, color: 'success' | 'danger' | 'informative') => (
  <Badge appearance="tint" color={color}>
    {text}
  </Badge>
)

/** Whether something is switched on, as a badge. */
export const statusBadge = (isOn: boolean) => (isOn ? badge('启用', 'success') : badge('停用', 'informative'))

/** One page of `found`, in the shape of a call's answer. */
export const pageRead = <Row,>(
  found: readonly Row[],
  { page, size }: { page: number; size: number },
): ListRead<Row> => ({
  data: { content: found.slice((page - 1) * size, page * size), totalElements: found.length },
  error: null,
  isPending: false,
  refetch: () => undefined,
})

/** A simulated save that ends with a toast. */
export function useSampleSave<Values>(message: (values: Values) => string) {
  const toast = useToast()
  return async (values: Values): Promise<{ code: number }> => {
    const answer = await simulateSave()
    toast.success(message(values))
    return answer
  }
}
