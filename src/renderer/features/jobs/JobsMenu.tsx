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
import { TaskListSquareLtrRegular } from '@fluentui/react-icons'
import { useEffect, useSyncExternalStore } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { AllowNotices } from './AllowNotices.tsx'
import { addFollowed, followedJobs, forget, onFollowed } from './followed.ts'
import { JobFollower } from './JobFollower.tsx'
import { JobProgress } from './JobProgress.tsx'

const useStyles = makeStyles({
  // Its count stands half outside.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-2px', top: '-2px' },
  surface: { width: '380px', maxWidth: 'calc(100vw - 32px)', padding: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '32px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '50vh', overflowY: 'auto' },
  job: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    display: 'grid',
    gap: tokens.spacingVerticalS,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  title: { overflowWrap: 'anywhere' },
  none: { padding: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
})

/** The title bar's indicator of long work, with a list of what goes on and what has ended. Stands once in the shell. */
export function JobsMenu() {
  const styles = useStyles()
  const jobs = useSyncExternalStore(onFollowed, followedJobs)
  useKnownJobs()
  const going = jobs.filter(({ ended }) => !ended)
  const label = going.length > 0 ? `后台任务，${going.length} 个进行中` : '后台任务'
  return (
    <>
      {going.map(({ jobId }) => (
        <JobFollower key={jobId} jobId={jobId} />
      ))}
      <Popover trapFocus positioning="below-end">
        <PopoverTrigger disableButtonEnhancement>
          <Button
            className={styles.trigger}
            appearance="subtle"
            aria-label={label}
            title={label}
            icon={
              <>
                {going.length > 0 ? <Spinner size="tiny" aria-hidden /> : <TaskListSquareLtrRegular />}
                {going.length > 1 && <CounterBadge className={styles.count} size="small" count={going.length} />}
              </>
            }
          />
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label="后台任务">
          <div className={styles.head}>
            <Text weight="semibold">后台任务</Text>
            {jobs.some(({ ended }) => ended) && (
              <Button size="small" appearance="subtle" onClick={() => forget('ended')}>
                清除已结束
              </Button>
            )}
          </div>
          {jobs.length === 0 ? (
            <div className={styles.none}>没有进行中的任务。复制站点、生成静态页面等较长的工作会显示在这里。</div>
          ) : (
            <ul className={styles.list}>
              {jobs.map(({ jobId, title }) => (
                <li key={jobId} className={styles.job}>
                  <Text weight="semibold" className={styles.title}>
                    {title}
                  </Text>
                  <JobProgress jobId={jobId} />
                </li>
              ))}
            </ul>
          )}
          <AllowNotices />
        </PopoverSurface>
      </Popover>
    </>
  )
}

/** Follows again what this account started before the page was loaded; another account starts with none. */
function useKnownJobs(): void {
  const { data } = useRead('job.list', {}, { quiet: true })
  useEffect(() => {
    for (const { id, title } of (data ?? []).toReversed()) addFollowed({ jobId: id, title })
  }, [data])
  useEffect(() => () => forget('all'), [])
}
