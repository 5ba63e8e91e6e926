import { Button, Text } from '@fluentui/react-components'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '../feedback/States.tsx'
import { useLoaded } from '../form/useLoaded.ts'
import { entryText, entryTitle } from '#shared/domain/entry.ts'
import { call } from '#renderer/data/client.ts'
import { ENTRY_FORM } from '#renderer/text/contentForm.ts'
import { wordsOf } from './values/inWords.ts'

interface Props {
  classId: number
  id: number
  onClose: () => void
}

/** B·§2: one entry with its fields, to read. */
export function EntryView({ classId, id, onClose }: Props) {
  const { data, error, retry } = useLoaded(async () => (await call('content.form', { classId, id })).data)
  return (
    <PanelDialog
      title={data?.entry ? `查看：${entryTitle(data.entry, id)}` : '查看内容'}
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <LoadingState label={ENTRY_FORM.loading} />}
      {data?.fields.map((field) => (
        <section key={field.fieldName} aria-label={field.fieldAlias || field.fieldName}>
          <Text weight="semibold">{field.fieldAlias || field.fieldName}</Text>
          <div>{wordsOf(field, data.entry ? entryText(data.entry, field.fieldName) : field.value)}</div>
        </section>
      ))}
    </PanelDialog>
  )
}
