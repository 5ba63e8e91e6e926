import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { ArchiveRegular, SaveRegular, SettingsRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { BackupRules, BackupState } from '#shared/contract/backup.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { COLUMNS } from './columns.tsx'
import { RulesDialog } from './RulesDialog.tsx'

/** Backups of the whole server; for super administrators only. */
export function Backups() {
  const [isEditingRules, setEditingRules] = useState(false)
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
        text="备份是整个服务器在某一时刻的副本，包括数据库、模板和上传的文件。备份含有密码散列和密钥，请保存在只有管理员可以访问的位置，并复制到另一台服务器。"
        actions={
          <>
            <Button icon={<SettingsRegular />} disabled={!data} onClick={() => setEditingRules(true)}>
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
        empty={
          <EmptyState
            icon={ArchiveRegular}
            title="还没有备份"
            text="点击“立即备份”创建备份，或在“备份设置”中开启定时备份。"
          />
        }
      />
      {isEditingRules && data && <RulesDialog rules={data.rules} onClose={() => setEditingRules(false)} />}
    </Page>
  )
}

/** The backup schedule as text. */
const describePlan = ({ rules, nextDate }: BackupState): string =>
  rules.isOn ? `${describeTime(rules)}备份，保留 ${rules.keep} 份；下一次 ${nextDate}` : '未开启'

const describeTime = ({ every, weekday, time }: BackupRules): string =>
  `${every === 'week' ? `每周${(WEEKDAYS[weekday] ?? '').slice(2)}` : '每天'} ${time} `

function State({ state }: { state: BackupState }) {
  const { last, folder, inBucket, jobId } = state
  return (
    <>
      {last && !last.ok && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{`${last.date} 的备份未完成`}</MessageBarTitle>
            {last.message}
          </MessageBarBody>
        </MessageBar>
      )}
      {inBucket && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>上传的文件保存在存储桶中，不包括在备份内，请使用存储桶的备份功能。</MessageBarBody>
        </MessageBar>
      )}
      {jobId > 0 && <JobProgress jobId={jobId} />}
      <Card title="定时备份">
        <Facts
          facts={[
            { name: '计划', value: describePlan(state) },
            {
              name: '文件夹',
              value: `${folder}（可由服务器管理员通过 SITECRAFT_BACKUP_DIR 指定其他位置）`,
              copy: false,
            },
            {
              name: '查看备份',
              value:
                '在服务器上运行 npm run server -- look 备份文件夹（存储桶中的备份填写名称）--port 端口，另行启动一个只读副本，不影响当前服务器。',
            },
          ]}
        />
      </Card>
    </>
  )
}
