import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  tokens,
} from '@fluentui/react-components'
import { LinkMultipleRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { CopyLinks } from '#shared/contract/crossSiteCopy.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { FOLLOW_LABELS, LinksDialog } from './LinksDialog.tsx'

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  loaded: LoadedEntry
  /** Asks about unsaved changes before the entry is replaced. Absent in read-only views. */
  mayLeave?: () => Promise<boolean>
  /** Called when the entry has changed. */
  onChanged?: () => void
}

/** Shown above an entry with copies or a source: its source and targets, and pending changes of the source. */
export function CopyLinksBar(props: Props) {
  const { classId, id, entry } = props.loaded
  // An entry and its copies share the number xgid; without one there are no links to load.
  const isLinked = id !== 0 && (entry?.xgid ?? 0) !== 0
  const { data } = useRead('crossCopy.links', { menuId: classId, dataId: id }, { quiet: true, enabled: isLinked })
  if (!data || (!data.from && data.to.length === 0)) return null
  return <LinkedBar {...props} links={data} />
}

function LinkedBar({ loaded, links, mayLeave, onChanged }: Props & { links: CopyLinks }) {
  const styles = useStyles()
  const [open, setOpen] = useState<'links' | 'answer' | null>(null)
  const { from, to, update } = links
  const parts = [
    ...(from ? [`来源：${from.siteTitle} / ${from.menuTitle}`] : []),
    ...(from ? from.follows.map((what) => FOLLOW_LABELS[what]) : []),
    ...(to.length > 0 ? [`去向：${to.length} 处`] : []),
  ]
  return (
    <>
      <div className={styles.line}>
        <Text size={200} className={styles.muted}>
          {parts.join(' · ')}
        </Text>
        <Button size="small" appearance="subtle" icon={<LinkMultipleRegular />} onClick={() => setOpen('links')}>
          来源与去向
        </Button>
      </div>
      {update && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {update.kind === 'delete'
              ? `来源已于 ${update.createTime} 删除，当前内容有单独的修改，请选择是否一并删除。`
              : `来源于 ${update.createTime} 有更新（${update.author || '系统'}），当前内容也有单独的修改，请选择采用来源的更新或保留当前内容。`}
          </MessageBarBody>
          {onChanged && (
            <MessageBarActions>
              <Button size="small" onClick={() => setOpen('answer')}>
                比较并处理
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
      {open === 'links' && <LinksDialog links={links} onClose={() => setOpen(null)} />}
      {open === 'answer' && update && onChanged && (
        <AnswerDialog
          {...{ loaded, update, onChanged }}
          {...(mayLeave && { mayLeave })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
