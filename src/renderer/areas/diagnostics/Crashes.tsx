import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components'
import { BugRegular, DeleteRegular } from '@fluentui/react-icons'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { CRASHES, DIAGNOSTICS } from './text.ts'

const useStyles = makeStyles({
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  details: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    maxHeight: '320px',
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  page: { overflow: 'auto', minHeight: 0 },
})

/** How the program ended when nobody ended it. */
export function Crashes() {
  const styles = useStyles()
  const confirm = useConfirm()
  const { data, error, refetch } = useRead('diagnostics.crashes', {}, { quiet: true, fresh: true })
  const clear = useWrite('diagnostics.clearCrashes')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.reports.length === 0 && data.dumps === 0)
    return <EmptyState icon={BugRegular} title={CRASHES.none} text={CRASHES.noneText} />
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: CRASHES.clearQuestion,
      text: CRASHES.clearText,
      confirmText: '删除',
      danger: true,
    })
    if (agreed) clear.mutate({})
  }
  return (
    <div className={styles.page}>
      <Card
        title={DIAGNOSTICS.tabs.crashes}
        actions={
          <Button icon={<DeleteRegular />} onClick={() => void ask()}>
            {CRASHES.clear}
          </Button>
        }
      >
        <Text className={styles.muted}>
          {CRASHES.folder}：{data.folder}
        </Text>
        {data.dumps > 0 && <Text>{CRASHES.dumps(data.dumps)}</Text>}
        <Accordion collapsible multiple>
          {data.reports.map(({ id, time, process, text, version, details }) => (
            <AccordionItem key={id} value={id}>
              <AccordionHeader>
                {formatDateTime(time)} · {CRASHES.process[process]} {version} · {text}
              </AccordionHeader>
              <AccordionPanel>
                <CopyButton name={text} text={details} />
                <pre className={styles.details}>{details}</pre>
              </AccordionPanel>
            </AccordionItem>
          ))}
        </Accordion>
      </Card>
    </div>
  )
}
