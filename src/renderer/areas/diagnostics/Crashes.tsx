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
import type { CrashReport } from '#shared/contract/diagnostics.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'

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

const PROCESS_NAMES = { host: '站匠', server: '内置服务器', window: '窗口', other: '辅助进程' } satisfies Record<
  CrashReport['process'],
  string
>

/** Reports of unexpected ends of the program. */
export function Crashes() {
  const styles = useStyles()
  const confirm = useConfirm()
  const { data, error, refetch } = useRead('diagnostics.crashes', {}, { quiet: true, fresh: true })
  const clear = useWrite('diagnostics.clearCrashes')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.reports.length === 0 && data.dumps === 0)
    return (
      <EmptyState
        icon={BugRegular}
        title="没有崩溃报告"
        text="程序意外结束时生成报告。报告仅保存在本机，不会自动发送。"
      />
    )
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: '删除全部崩溃报告',
      text: '报告和转储文件将从本机删除，无法恢复。',
      confirmText: '删除',
      danger: true,
    })
    if (agreed) clear.mutate({})
  }
  return (
    <div className={styles.page}>
      <Card
        title="崩溃报告"
        actions={
          <Button icon={<DeleteRegular />} onClick={() => void ask()}>
            删除全部报告
          </Button>
        }
      >
        <Text className={styles.muted}>位置：{data.folder}</Text>
        {data.dumps > 0 && (
          <Text>{`另有 ${data.dumps} 个转储文件。转储文件包含崩溃时的内存内容，仅保存在本机，不会加入诊断包。`}</Text>
        )}
        <Accordion collapsible multiple>
          {data.reports.map(({ id, time, process, text, version, details }) => (
            <AccordionItem key={id} value={id}>
              <AccordionHeader>
                {formatDateTime(time)} · {PROCESS_NAMES[process]} {version} · {text}
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
