import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular, CopyRegular } from '@fluentui/react-icons'
import { useSession } from '#renderer/data/useSession.ts'
import { saveTextFile, toEditorText } from '#renderer/ui/feedback/saveTextFile.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    margin: 0,
    padding: tokens.spacingHorizontalL,
    listStyleType: 'none',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    textAlign: 'center',
    userSelect: 'text',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS },
})

/** Shows the recovery codes, this once only, to be copied or saved as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const styles = useStyles()
  const copy = useCopy()
  const session = useSession()
  const text = `${codes.join('\n')}\n`
  const file = `站匠恢复码\n账号：${session?.username ?? ''}\n服务器：${session?.connection?.baseUrl ?? ''}\n每个恢复码只能使用一次，请妥善保管。\n\n${text}`
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          手机丢失或不在身边时，可使用恢复码登录，每个恢复码只能使用一次。请立即妥善保存，关闭后无法再次查看。
        </MessageBarBody>
      </MessageBar>
      <ul className={styles.list} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<CopyRegular />} onClick={() => void copy('恢复码', text)}>
          复制
        </Button>
        <Button icon={<ArrowDownloadRegular />} onClick={() => saveTextFile('站匠恢复码.txt', toEditorText(file))}>
          下载
        </Button>
      </div>
    </>
  )
}
