import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { inElectron } from '#renderer/data/bridge.ts'
import { notificationPermission } from '#renderer/data/background.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

/**
 * In a browser tab without a decision yet: lets the user allow notifications about work that ends in the background.
 */
export function AllowNotices() {
  const styles = useStyles()
  const [permission, setPermission] = useState(notificationPermission)
  if (inElectron() || permission !== 'default') return null
  return (
    <div className={styles.root}>
      <Text size={200}>窗口在后台时，可在任务结束后发送通知。</Text>
      <Button size="small" onClick={() => void Notification.requestPermission().then(setPermission)}>
        允许通知
      </Button>
    </div>
  )
}
