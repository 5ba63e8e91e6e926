import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  secret: {
    padding: tokens.spacingHorizontalL,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: 'anywhere',
    userSelect: 'all',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
})

interface Props {
  title: string
  /** Noun for the secret, such as 令牌. */
  name: string
  secret: string
  /** Says that the secret is shown once, and what to do with it. */
  note: string
  onClose: () => void
}

/** Shows a new secret, which the server returns only once. */
export function ShownOnceDialog({ title, name, secret, note, onClose }: Props) {
  const styles = useStyles()
  const copy = useCopy()
  return (
    <PanelDialog
      title={title}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button appearance="primary" icon={<CopyRegular />} onClick={() => void copy(name, secret)}>
            {`复制${name}`}
          </Button>
        </>
      }
    >
      <code className={styles.secret} aria-label={name}>
        {secret}
      </code>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{note}</MessageBarBody>
      </MessageBar>
    </PanelDialog>
  )
}
