import { Button, makeStyles, Text } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { MOCK_ERRORS } from '#shared/mock/accounts.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { openPopup, type Popup, waitForSocialCode, writeSocialCode } from './socialLogin.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ start: { alignSelf: 'start' } })

/** 在弹出的窗口中授权，程序从本机存储中取回授权码。 */
export function SocialDemo() {
  const styles = useStyles()
  const [busy, setBusy] = useState(false)
  const [inPage, setInPage] = useState(false)
  const [result, setResult] = useState('')
  const dialog = useRef<Popup>({ closed: false, close: () => undefined })
  const end = (): void => {
    dialog.current.closed = true
    setInPage(false)
  }
  /** A window of its own where there may be one; a dialog elsewhere. */
  const popup = (): Popup => {
    const opened = openPopup(window, localStorage)
    if (opened) return opened
    dialog.current = { closed: false, close: end }
    setInPage(true)
    return dialog.current
  }
  const start = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const code = await waitForSocialCode(popup(), localStorage)
    setBusy(false)
    setResult(code === null ? MOCK_ERRORS.socialLogin : `得到授权码 ${code}，已作为 admin 登录（示例）`)
  }
  return (
    <DemoPage title="第三方登录" text="在弹出的窗口中授权，程序从本机存储中取回授权码。">
      <Button className={styles.start} disabledFocusable={busy} onClick={() => void start()}>
        {busy ? '等待授权…' : '用第三方账号登录'}
      </Button>
      {result && <Text role="status">{result}</Text>}
      {inPage && (
        <PanelDialog
          title="授权登录（示例）"
          size="small"
          onClose={end}
          footer={
            <Button appearance="primary" onClick={() => writeSocialCode(localStorage)}>
              同意并登录
            </Button>
          }
        >
          <Text>“站匠演示”将得到您的昵称和头像。</Text>
        </PanelDialog>
      )}
    </DemoPage>
  )
}
