import { Button, CounterBadge, makeStyles } from '@fluentui/react-components'
import { AlertRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { NOTICES } from './text.ts'
import { useNoticeNews } from './useNoticeNews.ts'

/** The host tells at once; this is for what it missed while the server was away. */
const EVERY_MS = 5 * 60_000

/** Needed once somebody looks. */
const NoticesDrawer = lazyComponent(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

const useStyles = makeStyles({
  // Its count stands half outside.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-4px', top: '-2px' },
})

/** The title bar's button for what the account is told, with how much is not read. Stands once in the shell. */
export function NoticesMenu() {
  const offered = useServerFeature(NOTICES_FEATURE)
  return offered ? <Offered /> : null
}

function Offered() {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  useNoticeNews()
  const read = useRead('notice.count', {}, { quiet: true, everyMs: EVERY_MS, onFocus: true })
  const unread = read.data?.unread ?? 0
  const label = NOTICES.label(unread)
  return (
    <>
      <Button
        className={styles.trigger}
        appearance="subtle"
        aria-label={label}
        title={label}
        onClick={() => setShown(true)}
        icon={
          <>
            <AlertRegular />
            {unread > 0 && (
              <CounterBadge className={styles.count} size="small" color="danger" count={unread} overflowCount={99} />
            )}
          </>
        }
      />
      {shown && <NoticesDrawer onClose={() => setShown(false)} />}
    </>
  )
}
