import { Button, Checkbox, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { type Ref, useMemo, useState } from 'react'
import type { Label } from '#shared/contract/label.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import type { EntryBound } from './entryBound.ts'
import { labelPageInput } from '#renderer/features/entry/labelPageInput.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalXS, maxHeight: '260px', overflowY: 'auto' },
  group: { display: 'grid', gridTemplateColumns: 'minmax(80px, max-content) minmax(0, 1fr)', alignItems: 'start' },
  category: { paddingBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground3 },
  labels: { display: 'flex', flexWrap: 'wrap' },
  failed: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

/** Maximum number of checkboxes; more are slow to render and hard to search. */
const MAX_CHECKBOXES = 100

/** Labels of the site by category; the value is their ids, joined by commas (B·§3). */
export function RelationLabelField({ siteId, ...bound }: EntryBound & { siteId: number }) {
  return (
    <FieldFrame {...bound} group>
      {({ value, onChange, ref }) => (
        <Labels
          siteId={siteId}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          inputRef={focusRef(ref)}
        />
      )}
    </FieldFrame>
  )
}

interface Props {
  siteId: number
  value: string
  onChange: (value: string) => void
  inputRef: Ref<HTMLDivElement>
}

function Labels({ siteId, value, onChange, inputRef }: Props) {
  const styles = useStyles()
  const [key, setKey] = useState('')
  const read = useRead('label.page', labelPageInput(siteId), { quiet: true })
  const groups = useMemo(() => groupByCategory(read.data?.content ?? []), [read.data])
  if (read.error)
    return (
      <div ref={inputRef} className={styles.failed} role="alert">
        <Text>标签加载失败</Text>
        <Button onClick={() => void read.refetch()}>重试</Button>
      </div>
    )
  if (!read.data) return <Spinner size="tiny" label="正在加载标签…" labelPosition="after" />
  const all = read.data.content
  const chosen = choicesIn(value)
  const isChosen = new Set(chosen)
  const knownIds = new Set(all.map(({ id }) => String(id)))
  const missingIds = chosen.filter((id) => !knownIds.has(id))
  const toggle = (id: string, on: boolean): void =>
    onChange((on ? [...chosen, id] : chosen.filter((each) => each !== id)).join(','))
  const renderCheckbox = (id: string, title: string) => (
    <Checkbox
      key={id}
      label={title}
      checked={isChosen.has(id)}
      onChange={(_event, { checked }) => toggle(id, checked === true)}
    />
  )
  const hasMany = all.length > MAX_CHECKBOXES
  const { shown, left } = hasMany ? filterGroups(groups, key, isChosen) : { shown: groups, left: 0 }
  return (
    <div ref={inputRef} className={styles.root}>
      {all.length === 0 && <Text>该站点还没有标签，请先在“标签管理”中新增</Text>}
      {hasMany && <SearchBox value={key} onSearch={setKey} placeholder="查找标签" />}
      <div className={styles.list}>
        {shown.map(({ title, labels }) => (
          <div key={title} className={styles.group} role="group" aria-label={title}>
            <span className={styles.category}>{title}</span>
            <div className={styles.labels}>{labels.map((label) => renderCheckbox(String(label.id), label.title))}</div>
          </div>
        ))}
        {missingIds.map((id) => renderCheckbox(id, `编号 ${id}（标签已不存在）`))}
      </div>
      {hasMany && shown.length === 0 && <Text className={styles.category}>没有找到“{key}”</Text>}
      {left > 0 && <Text className={styles.category}>另有 {left} 个标签未列出，请输入关键词查找</Text>}
    </div>
  )
}

interface Group {
  title: string
  labels: readonly Label[]
}

/** Groups the labels by category, in the order of the response. */
function groupByCategory(labels: readonly Label[]): Group[] {
  return [...Map.groupBy(labels, ({ className }) => className)].map(([title, of]) => ({ title, labels: of }))
}

/** Limits the labels to the chosen ones and the first that contain the key. */
function filterGroups(groups: readonly Group[], key: string, chosen: ReadonlySet<string>) {
  let remaining = MAX_CHECKBOXES
  let left = 0
  const shown = groups.flatMap(({ title, labels }) => {
    const visibleLabels = labels.filter((label) => {
      if (chosen.has(String(label.id))) return true
      if (!label.title.includes(key) && !title.includes(key)) return false
      remaining -= 1
      if (remaining < 0) left += 1
      return remaining >= 0
    })
    return visibleLabels.length > 0 ? [{ title, labels: visibleLabels }] : []
  })
  return { shown, left }
}
