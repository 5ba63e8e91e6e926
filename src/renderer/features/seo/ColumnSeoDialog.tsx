import type { Column } from '#shared/contract/column.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SeoDialog } from './SeoDialog.tsx'

/** 设置SEO of a column, from the channel view and from the SEO page (call 36). */
export function ColumnSeoDialog({ column, onClose }: { column: Column; onClose: () => void }) {
  const { id, title } = column
  const save = useWrite('column.updateSeo')
  return (
    <SeoDialog
      subject={`栏目“${title}”`}
      record={column}
      load={async () => (await call('column.findById', { id })).data}
      save={(form) => save.mutateAsync({ ...form, id })}
      onClose={onClose}
    />
  )
}
