import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular, CopyRegular } from '@fluentui/react-icons'
import { useSession } from '#renderer/data/useSession.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { FACTOR } from './text.ts'

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
  const file = `${FACTOR.fileHead(session?.username ?? '', session?.connection?.baseUrl ?? '')}\n${text}`
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{FACTOR.codes}</MessageBarBody>
      </MessageBar>
      <ul className={styles.list} aria-label={FACTOR.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<CopyRegular />} onClick={() => void copy(FACTOR.codesTitle, text)}>
          {FACTOR.copy}
        </Button>
        <Button icon={<ArrowDownloadRegular />} onClick={() => keepFile(FACTOR.fileName, file)}>
          {FACTOR.download}
        </Button>
      </div>
    </>
  )
}

/** Hands the text to the browser as a file of that name; a mark at its start tells old editors that it is UTF-8. */
function keepFile(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob(['\uFEFF', text.replaceAll('\n', '\r\n')], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  URL.revokeObjectURL(href)
}
