import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { ARCHIVE_RETENTION_DAYS, type SiteExport } from '#shared/contract/siteArchive.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { startDownload } from '#renderer/ui/page/startDownload.ts'

const useStyles = makeStyles({
  muted: { color: tokens.colorNeutralForeground3 },
  choices: { display: 'grid', gap: tokens.spacingVerticalXS },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalS },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  text: { flex: '1 1 auto', minWidth: 0 },
  fetch: { alignSelf: 'start' },
})

async function download(site: Site, jobId: number): Promise<void> {
  const name = `${site.symbol}-${jobId}`
  const { href, savedAs } = (await call('downloads.siteArchive', { siteId: site.id, jobId, name })).data
  if (href) startDownload(href, `${name}.zip`)
  if (savedAs) notify('success', `已保存到 ${savedAs}`)
}

/** 导出站点: options, progress, and the exports that can be downloaded. */
export function ExportDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const styles = useStyles()
  const [jobId, setJobId] = useState(0)
  const [history, setHistory] = useState(true)
  const [members, setMembers] = useState(false)
  const exports = useRead('siteArchive.exports', { siteId: site.id }, { quiet: true })
  const title = `导出站点“${site.title}”`
  const start = useWrite('siteArchive.export', {
    success: false,
    onSuccess: ({ code, data }) => {
      if (code !== SUCCESS || !data) return
      followJob({ jobId: data.jobId, title })
      setJobId(data.jobId)
    },
  })
  return (
    <PanelDialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {jobId === 0 && (
            <Button
              appearance="primary"
              disabledFocusable={start.isPending}
              onClick={() => start.mutate({ siteId: site.id, history, members })}
            >
              开始导出
            </Button>
          )}
        </>
      }
    >
      {jobId === 0 ? (
        <>
          <Text>
            栏目、字段、内容、模板、上传的文件和设置将打包为一个 zip
            文件，可以导入到另一台服务器。密码、令牌和密钥不会导出。
          </Text>
          <div className={styles.choices}>
            <Checkbox
              label="包括历史版本、时间线和批注"
              checked={history}
              onChange={(_event, { checked }) => setHistory(checked === true)}
            />
            <Checkbox
              label="包括会员（不含密码）"
              checked={members}
              onChange={(_event, { checked }) => setMembers(checked === true)}
            />
          </div>
        </>
      ) : (
        <ExportProgress jobId={jobId} site={site} />
      )}
      <Exports site={site} exports={exports.data ?? []} />
    </PanelDialog>
  )
}

function ExportProgress({ jobId, site }: { jobId: number; site: Site }) {
  const styles = useStyles()
  const { data: job } = useJob(jobId)
  return (
    <>
      <JobProgress jobId={jobId} />
      {!job?.endDate && <Text className={styles.muted}>可以关闭此窗口，导出继续进行；完成后在“导出站点”中下载。</Text>}
      {job?.state === 'done' && (
        <Button
          className={styles.fetch}
          appearance="primary"
          icon={<ArrowDownloadRegular />}
          onClick={() => void download(site, jobId).catch(showError)}
        >
          下载导出包
        </Button>
      )}
    </>
  )
}

function Exports({ site, exports }: { site: Site; exports: readonly SiteExport[] }) {
  const styles = useStyles()
  if (exports.length === 0) return null
  return (
    <>
      <Text weight="semibold">已有的导出包（保留 {ARCHIVE_RETENTION_DAYS} 天）</Text>
      <ul className={styles.list} aria-label="已有的导出包">
        {exports.map(({ jobId, createDate, size, expireDate }) => (
          <li key={jobId} className={styles.item}>
            <span className={styles.text}>
              <Text>{createDate}</Text> <Text className={styles.muted}>{formatBytes(size)}</Text>
            </span>
            <Button
              size="small"
              icon={<ArrowDownloadRegular />}
              aria-label={`下载 ${createDate}`}
              title={`保留到 ${expireDate}`}
              onClick={() => void download(site, jobId).catch(showError)}
            >
              下载
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
