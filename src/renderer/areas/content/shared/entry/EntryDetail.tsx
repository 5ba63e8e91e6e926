import { Badge, Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { ContentEntry } from '#shared/contract/content.ts'
import { entryText, entryTitle } from '#shared/domain/entry.ts'
import { passState } from '#shared/domain/passState.ts'
import { PROMOTIONS } from '#shared/domain/promotions.ts'
import { call } from '#renderer/data/client.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { CopyLinksBar } from './copies/CopyLinksBar.tsx'
import { type LoadedEntry, toLoadedEntry } from './form/loadEntry.ts'
import { HistoryButton } from './revision/HistoryButton.tsx'
import { FieldValue } from '#renderer/features/entry/FieldValue.tsx'
import { PublicStateBar } from '../publicState/PublicStateBar.tsx'
import { PASS_STATE_LABELS } from '../passStateLabels.ts'
import { TimelineButton } from './timeline/TimelineButton.tsx'
import { Rejection } from './Rejection.tsx'

const useStyles = makeStyles({
  body: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', overflowY: 'auto', minHeight: 0 },
  facts: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  field: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
})

interface Props {
  classId: number
  id: number
  onClose: () => void
}

/** Shows an entry with its fields, read-only (B·§2). */
export function EntryDetail({ classId, id, onClose }: Props) {
  const { data, error, retry } = useLoaded(async () =>
    toLoadedEntry(classId, id, (await call('content.form', { classId, id })).data),
  )
  return (
    <PanelDialog
      title={data?.entry ? `查看：${entryTitle(data.entry, id, data.fields)}` : '查看内容'}
      titleActions={
        data && (
          <>
            <TimelineButton loaded={data} />
            <HistoryButton loaded={data} />
          </>
        )
      }
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <LoadingState label="正在读取内容…" />}
      {data && <EntryBody loaded={data} />}
    </PanelDialog>
  )
}

const COLORS = { published: 'success', rejected: 'danger', unpublished: 'informative' } as const

/** Publication state of the entry; an entry in the recycle bin is never public. */
function State({ entry }: { entry: ContentEntry }) {
  const { recycleTime } = entry
  const state = passState(entry)
  if (recycleTime) return <Badge appearance="tint" color="warning">{`在回收站中，${recycleTime} 删除`}</Badge>
  return (
    <Badge appearance="tint" color={COLORS[state]}>
      {PASS_STATE_LABELS[state]}
    </Badge>
  )
}

function EntryBody({ loaded }: { loaded: LoadedEntry }) {
  const { entry, fields, column } = loaded
  const styles = useStyles()
  if (!entry) return null
  return (
    <div className={styles.body}>
      <div className={styles.facts}>
        <State entry={entry} />
        {PROMOTIONS.filter(({ flag }) => entry[flag]).map(({ flag, title }) => (
          <Badge key={flag} appearance="tint" color="brand">
            {title}
          </Badge>
        ))}
        <Text size={200} className={styles.muted}>
          {entry.createBy} 创建于 {entry.createTime}
          {entry.changedAt !== entry.createTime && `，${entry.changedBy} 修改于 ${entry.changedAt}`}
        </Text>
      </div>
      <PublicStateBar classId={entry.classId} id={entry.id} siteId={column.siteId} />
      <Rejection entry={entry} />
      <CopyLinksBar loaded={loaded} />
      {fields.map((field) => {
        const name = field.fieldAlias || field.fieldName
        return (
          <section key={field.fieldName} className={styles.field} aria-label={name}>
            <Subtitle2 as="h3" className={styles.name}>
              {name}
            </Subtitle2>
            <FieldValue field={field} text={entryText(entry, field.fieldName)} siteId={column.siteId} />
          </section>
        )
      })}
    </div>
  )
}
