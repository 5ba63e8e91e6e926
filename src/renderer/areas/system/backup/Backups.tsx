import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { ArchiveRegular, SaveRegular, SettingsRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { BackupState, ServerBackup } from '#shared/contract/backup.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { RulesDialog } from './RulesDialog.tsx'
import { BACKUP, ENGINES, planText } from './text.ts'

const COLUMNS: readonly TableColumn<ServerBackup>[] = [
  { key: 'name', title: '名称', render: ({ name }) => name },
  { key: 'createDate', title: '时间', width: '180px', render: ({ createDate }) => createDate },
  { key: 'size', title: '大小', width: '120px', render: ({ size }) => formatBytes(size) },
  {
    key: 'engine',
    title: '数据',
    width: '200px',
    render: ({ engine, version }) => `${ENGINES[engine]}，站匠 ${version}`,
  },
  {
    key: 'state',
    title: '状态',
    width: '100px',
    render: () => <StateBadges badges={[{ title: '完整', color: 'success' }]} />,
  },
]

/** Backups of the whole server; super administrators alone. */
export function Backups() {
  const [setting, setSetting] = useState(false)
  const read = useRead('backup.state', {}, { quiet: true, onFocus: true })
  const { data } = read
  const start = useWrite('backup.start', {
    success: false,
    onSuccess: ({ code, data: made }) => {
      if (code === SUCCESS && made) followJob({ jobId: made.jobId, title: '备份服务器' })
    },
  })
  return (
    <Page>
      <PageHeader
        title="备份"
        text={BACKUP.text}
        actions={
          <>
            <Button icon={<SettingsRegular />} disabled={!data} onClick={() => setSetting(true)}>
              备份设置
            </Button>
            <Button
              appearance="primary"
              icon={<SaveRegular />}
              disabledFocusable={!data || data.jobId > 0 || start.isPending}
              onClick={() => start.mutate({})}
            >
              立即备份
            </Button>
          </>
        }
      />
      {data && <State state={data} />}
      <DataTable
        label="备份"
        columns={COLUMNS}
        rows={data?.backups}
        rowKey={({ name }) => name}
        read={read}
        empty={<EmptyState icon={ArchiveRegular} title={BACKUP.none} text={BACKUP.noneText} />}
      />
      {setting && data && <RulesDialog rules={data.rules} onClose={() => setSetting(false)} />}
    </Page>
  )
}

function State({ state }: { state: BackupState }) {
  const { last, folder, inBucket, jobId } = state
  return (
    <>
      {last && !last.ok && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{`${last.date} 的备份没有完成`}</MessageBarTitle>
            {last.message}
          </MessageBarBody>
        </MessageBar>
      )}
      {inBucket && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{BACKUP.bucket}</MessageBarBody>
        </MessageBar>
      )}
      {jobId > 0 && <JobProgress jobId={jobId} />}
      <Card title="定时备份">
        <Facts
          facts={[
            { name: '计划', value: planText(state) },
            { name: '文件夹', value: `${folder}（${BACKUP.folderHint.slice(0, -1)}）`, copy: false },
            { name: '查看备份', value: BACKUP.look },
          ]}
        />
      </Card>
    </>
  )
}
