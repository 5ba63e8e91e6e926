import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useRef } from 'react'
import { z } from 'zod'
import { type SiteArchiveSummary, siteImportForm } from '#shared/contract/siteArchive.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { someOf } from '#shared/util/lists.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

const form = siteImportForm.omit({ accounts: true, accessPath: true }).extend({ matchAccounts: z.boolean() })

interface Props {
  accessPath: string
  summary: SiteArchiveSummary
  onStarted: (jobId: number, title: string) => void
  onClose: () => void
}

/** The archive's contents, and the form with the properties of the new site. */
export function ImportForm({ accessPath, summary, onStarted, onClose }: Props) {
  const write = useWrite('siteArchive.import', { success: false })
  const continueToJob = useRef<() => void>(null)
  const matchedAccounts = summary.accounts.filter(({ isHere }) => isHere).map(({ username }) => username)
  const unmatchedAccounts = summary.accounts.filter(({ isHere }) => !isHere).map(({ username }) => username)
  const takenHosts = new Set(summary.takenHosts)
  const free = summary.domain.split(',').filter((host) => host !== '' && !takenHosts.has(host))
  return (
    <FormDialog
      title="导入站点"
      schema={form}
      values={{
        title: summary.title,
        symbol: summary.freeSymbol,
        domain: free.join(','),
        folders: summary.templates.map(({ folder, as }) => ({ folder, as })),
        members: summary.hasMembers,
        matchAccounts: matchedAccounts.length > 0,
      }}
      saveText="开始导入"
      save={async ({ matchAccounts, ...values }) => {
        const answer = await write.mutateAsync({
          ...values,
          accessPath,
          accounts: matchAccounts ? matchedAccounts : [],
        })
        if (answer.code !== SUCCESS || !answer.data) return answer
        const { jobId } = answer.data
        continueToJob.current = () => onStarted(jobId, values.title)
        return answer
      }}
      onClose={() => (continueToJob.current ?? onClose)()}
    >
      {(control) => (
        <>
          <Facts
            facts={[
              { name: '导出的站点', value: `${summary.title}（${summary.symbol}）` },
              { name: '导出时间', value: `${summary.createDate}，站匠 ${summary.version}` },
              { name: '内容', value: summary.counts.map(({ title, count }) => `${title} ${count}`).join('，') },
              { name: '文件', value: formatBytes(summary.bytes) },
              { name: '不包括', value: summary.leftOut.join('；') },
            ]}
          />
          <TextField control={control} name="title" label="站点名称" required autoFocus />
          <TextField
            control={control}
            name="symbol"
            label="标识符"
            required
            hint={
              summary.freeSymbol === summary.symbol
                ? '不能与其他站点相同'
                : `标识符“${summary.symbol}”已被使用，已更换为可用的标识符`
            }
          />
          <TextField control={control} name="domain" label="域名" hint="多个域名用逗号分隔；也可以之后再绑定" />
          {summary.takenHosts.length > 0 && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{`域名 ${someOf(summary.takenHosts)} 已绑定到其他站点，不会导入。`}</MessageBarBody>
            </MessageBar>
          )}
          {summary.templates.map(({ folder, name, isTaken }, at) => (
            <TextField
              key={folder}
              control={control}
              name={`folders.${at}.as`}
              label={`模板“${name}”的文件夹`}
              required
              hint={isTaken ? `文件夹“${folder}”已被使用，请更换名称` : '不能与其他模板相同'}
            />
          ))}
          {matchedAccounts.length > 0 && (
            <SwitchField
              control={control}
              name="matchAccounts"
              label="内容的作者"
              states={{ on: '对应到名称相同的账号', off: '只保留姓名，不对应到账号' }}
              hint={`名称相同的账号：${someOf(matchedAccounts)}。${unmatchedAccounts.length > 0 ? `没有对应账号：${someOf(unmatchedAccounts)}，只保留姓名。` : ''}`}
            />
          )}
          {summary.hasMembers && (
            <SwitchField
              control={control}
              name="members"
              label="会员"
              states={{ on: '一起导入', off: '不导入' }}
              hint="导入的会员没有密码，须重新设置"
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
