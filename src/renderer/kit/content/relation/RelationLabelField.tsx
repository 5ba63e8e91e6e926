import { Button, Checkbox, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import type { Ref } from 'react'
import type { Label } from '#shared/contract/label.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { FieldFrame } from '#renderer/kit/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/kit/fields/focusRef.ts'
import type { EntryBound } from '../fields/entryBound.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, maxHeight: '260px', overflowY: 'auto' },
  group: { display: 'grid', gridTemplateColumns: 'minmax(80px, max-content) minmax(0, 1fr)', alignItems: 'start' },
  category: { paddingBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground3 },
  labels: { display: 'flex', flexWrap: 'wrap' },
  failed: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

/** B·§9: the largest page of a label fetch. */
const SIZE = 10_000

/** Labels of the site by their categories; the value is the ids joined by commas (B·§3). */
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
  const read = useRead('label.page', { page: 1, size: SIZE, key: '', siteId }, { quiet: true })
  if (read.error)
    return (
      <div className={styles.failed} role="alert">
        <Text>标签没有加载成功</Text>
        <Button onClick={() => void read.refetch()}>重试</Button>
      </div>
    )
  if (!read.data) return <Spinner size="tiny" label="正在加载标签…" labelPosition="after" />
  const chosen = choicesIn(value)
  const gone = chosen.filter((id) => !read.data.content.some((label) => String(label.id) === id))
  const toggle = (id: string, on: boolean): void =>
    onChange((on ? [...chosen, id] : chosen.filter((each) => each !== id)).join(','))
  const box = (id: string, title: string) => (
    <Checkbox
      key={id}
      label={title}
      checked={chosen.includes(id)}
      onChange={(_event, { checked }) => toggle(id, checked === true)}
    />
  )
  return (
    <div ref={inputRef} className={styles.root}>
      {read.data.content.length === 0 && <Text>这个站点还没有标签，请先在“标签管理”中新增</Text>}
      {byCategory(read.data.content).map(({ title, labels }) => (
        <div key={title} className={styles.group} role="group" aria-label={title}>
          <span className={styles.category}>{title}</span>
          <div className={styles.labels}>{labels.map((label) => box(String(label.id), label.title))}</div>
        </div>
      ))}
      {gone.map((id) => box(id, `编号 ${id}（标签已不存在）`))}
    </div>
  )
}

/** In the order of the answer. */
function byCategory(labels: readonly Label[]): { title: string; labels: Label[] }[] {
  const groups = new Map<string, Label[]>()
  for (const label of labels) groups.set(label.className, [...(groups.get(label.className) ?? []), label])
  return [...groups].map(([title, of]) => ({ title, labels: of }))
}
