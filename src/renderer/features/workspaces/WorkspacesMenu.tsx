import {
  Button,
  CounterBadge,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { FolderSyncRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Workspace } from '#shared/contract/workspace.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { badgesOf } from './stateBadges.ts'
import { useLiveWorkspaces } from './useLiveWorkspaces.ts'

interface Totals {
  /** Summary in one line. */
  words: string
  busy: boolean
  /** Number of conflicts, failures and safety stops, which need the user. */
  attention: number
}

/** Summarises the states of all workspaces of this computer. */
function totalsOf(workspaces: readonly Workspace[]): Totals {
  const sum = (of: (workspace: Workspace) => number): number => workspaces.reduce((all, each) => all + of(each), 0)
  const count = (state: Workspace['state']): number => workspaces.filter((each) => each.state === state).length
  const [conflicts, failed, waiting] = [
    sum((each) => each.conflicts),
    sum((each) => each.failed),
    sum((each) => each.waiting),
  ]
  const busy = workspaces.some(({ state }) => state === 'syncing' || state === 'starting')
  const parts: [number, (n: number) => string][] = [
    [count('halted'), (n) => `${n} 个工作区等待确认`],
    [conflicts, (n) => `${n} 个冲突`],
    [failed, (n) => `${n} 个文件失败`],
    [count('syncing'), (n) => `${n} 个工作区正在同步`],
    [waiting, (n) => `${n} 个文件等待同步`],
    [count('offline'), (n) => `${n} 个工作区离线`],
    [count('signed-out'), (n) => `${n} 个工作区未登录`],
    [count('paused'), (n) => `${n} 个工作区已暂停`],
    [count('locked') + count('failed'), (n) => `${n} 个工作区同步失败`],
  ]
  const descriptions = parts.filter(([n]) => n > 0).map(([n, describe]) => describe(n))
  return {
    words: descriptions.length > 0 ? descriptions.join('，') : `${workspaces.length} 个工作区都已同步`,
    busy,
    attention: conflicts + failed + count('halted'),
  }
}

const useStyles = makeStyles({
  // Half of the count badge lies outside the button.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-2px', top: '-2px' },
  surface: { width: '380px', maxWidth: 'calc(100vw - 32px)', padding: 0 },
  head: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  list: { margin: 0, padding: tokens.spacingVerticalXS, listStyleType: 'none', maxHeight: '50vh', overflowY: 'auto' },
  workspace: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    fontWeight: tokens.fontWeightRegular,
  },
})

/**
 * The title bar's status of all workspaces: waiting, transferred, conflicting and failed files, with links to each.
 * Absent while nothing is synced to this computer. Used once, in the shell.
 */
export function WorkspacesMenu() {
  const styles = useStyles()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  useLiveWorkspaces('workspaces.list')
  const { data } = useRead('workspaces.list', {}, { quiet: true })
  if (!data || data.length === 0) return null
  const { words, busy, attention } = totalsOf(data)
  const label = `本地同步，${words}`
  const show = ({ id }: Workspace): void => {
    setOpen(false)
    void navigate(`/workspace?id=${encodeURIComponent(id)}`)
  }
  return (
    <Popover trapFocus positioning="below-end" open={open} onOpenChange={(_event, next) => setOpen(next.open)}>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.trigger}
          appearance="subtle"
          aria-label={label}
          title={label}
          icon={
            <>
              {busy ? <Spinner size="tiny" aria-hidden /> : <FolderSyncRegular />}
              {attention > 0 && (
                <CounterBadge
                  className={styles.count}
                  size="small"
                  color="danger"
                  count={attention}
                  overflowCount={99}
                />
              )}
            </>
          }
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="本地同步">
        <div className={styles.head} role="status">
          <Text weight="semibold">本地同步</Text>
          <Text size={200}>{words}</Text>
        </div>
        <ul className={styles.list}>
          {data.map((workspace) => (
            <li key={workspace.id}>
              <Button appearance="subtle" className={styles.workspace} onClick={() => show(workspace)}>
                <Text truncate wrap={false} title={workspace.localPath}>
                  {workspace.templateName}
                </Text>
                <StateBadges badges={badgesOf(workspace)} />
              </Button>
            </li>
          ))}
        </ul>
      </PopoverSurface>
    </Popover>
  )
}
