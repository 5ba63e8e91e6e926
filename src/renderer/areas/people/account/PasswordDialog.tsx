import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import type { Account } from '#shared/contract/accountEdit.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { ACCOUNT } from './text.ts'

const useStyles = makeStyles({
  password: {
    padding: tokens.spacingHorizontalL,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    userSelect: 'all',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
})

interface Props {
  account: Account
  password: string
  onClose: () => void
}

/** Shows a generated password, this one time. */
export function PasswordDialog({ account, password, onClose }: Props) {
  const styles = useStyles()
  const copy = useCopy()
  return (
    <PanelDialog
      title={ACCOUNT.resetDone(account.userName)}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button appearance="primary" onClick={() => void copy(ACCOUNT.password, password)}>
            复制密码
          </Button>
        </>
      }
    >
      <code className={styles.password} aria-label={ACCOUNT.password}>
        {password}
      </code>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{ACCOUNT.resetNote}</MessageBarBody>
      </MessageBar>
    </PanelDialog>
  )
}
