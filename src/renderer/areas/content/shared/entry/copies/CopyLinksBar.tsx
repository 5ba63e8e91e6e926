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
import { CROSS_SITE } from '#renderer/areas/content/shared/cross-site/text.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { LinksDialog } from './LinksDialog.tsx'


const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  loaded: LoadedEntry
  /** Asks about what is typed and not saved, before another version takes its place. Absent: only to look at. */
  mayLeave?: () => Promise<boolean>
  /** The entry became another one. */
  onChanged?: () => void
}

/** Above an entry that is a copy, or was copied: where it comes from and goes to, and what its source has changed. */
export function CopyLinksBar(props: Props) {
  const { classId, id, entry } = props.loaded
  // An entry and its copies share a number; without one there is nothing to ask for.
  const isLinked = id !== 0 && (entry?.xgid ?? 0) !== 0
  const { data } = useRead('crossCopy.links', { menuId: classId, dataId: id }, { quiet: true, enabled: isLinked })
  if (!data || (!data.from && data.to.length === 0)) return null
  return <LinkedBar {...props} links={data} />
}

function LinkedBar({ loaded, links, mayLeave, onChanged }: Props & { links: CopyLinks }) {
  const styles = useStyles()
  const [open, setOpen] = useState<'links' | 'answer' | null>(null)
  const { from, to, update } = links
  const said = [
    ...(from ? [`${CROSS_SITE.links.from}：${from.siteTitle} / ${from.menuTitle}`] : []),
    ...(from ? from.follows.map((what) => CROSS_SITE.links.follows[what]) : []),
    ...(to.length > 0 ? [`${CROSS_SITE.links.to}：${to.length} 处`] : []),
  ]
  return (
    <>
      <div className={styles.line}>
        <Text size={200} className={styles.muted}>
          {said.join(' · ')}
        </Text>
        <Button size="small" appearance="subtle" icon={<LinkMultipleRegular />} onClick={() => setOpen('links')}>
          {CROSS_SITE.links.title}
        </Button>
      </div>
      {update && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {update.kind === 'delete'
              ? CROSS_SITE.links.waitsDelete(update.createTime)
              : CROSS_SITE.links.waits(update.author, update.createTime)}
          </MessageBarBody>
          {onChanged && (
            <MessageBarActions>
              <Button size="small" onClick={() => setOpen('answer')}>
                {CROSS_SITE.links.compare}
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
