import { useCallback } from 'react'
import type { Deployment, PublishTarget } from '#shared/contract/publishTarget.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { downloadRelease } from './downloadRelease.ts'

/** What a person has agreed to, or asks for. */
interface Agreed {
  agreesForeign?: boolean
  agreesRemoval?: boolean
  isVerified?: boolean
}

/** Names in a question; more are counted. */
const MAX_NAMED = 5

/** Deploys to a target, follows the job, and asks what the server wants to know before it touches other files or removes many pages. */
export function useDeploy(): (target: PublishTarget, agreed?: Agreed) => Promise<void> {
  const { mutateAsync: queue } = useWrite('publishTarget.deploy', { success: '发布任务已加入队列' })
  const confirm = useConfirm()
  const toast = useToast()
  return useCallback(
    async function deploy(target: PublishTarget, agreed: Agreed = {}): Promise<void> {
      const answer = await queue({ id: target.id, ...agreed }).catch(() => null)
      if (!answer?.data) return
      const onDone = async (): Promise<void> => {
        const last = await lastDeployment(target.id)
        if (last?.canDownload) return downloadRelease(last.id, target.name)
        if (last?.state !== 'confirm') return toast.success(`“${target.name}”发布成功${summaryOf(last)}`)
        const question = questionOf(target, last)
        if (await confirm(question)) await deploy(target, { ...agreed, ...question.agreed })
      }
      followJob({ jobId: answer.data.jobId, title: `发布到“${target.name}”`, onDone: () => void onDone() })
    },
    [queue, confirm, toast],
  )
}

async function lastDeployment(targetId: number): Promise<Deployment | undefined> {
  const answer = await call('publishTarget.deployments', { targetId, page: 1, size: 1 }).catch(() => null)
  return answer?.data.content[0]
}

function summaryOf(deployment: Deployment | undefined): string {
  if (!deployment) return ''
  const { written, removed, warnings } = deployment
  const counts = written + removed === 0 ? '，没有改动' : `，更新 ${written} 个文件，删除 ${removed} 个`
  return warnings.length === 0 ? counts : `${counts}；有 ${warnings.length} 处需要检查，请查看发布记录`
}

function questionOf({ name }: PublishTarget, { asks, message, foreign }: Deployment) {
  if (asks === 'removal')
    return {
      title: `发布到“${name}”并删除网页`,
      text: `${message}。如果不是有意删除，请先检查站点再发布。`,
      confirmText: '继续发布',
      danger: true,
      agreed: { agreesRemoval: true },
    }
  const named = foreign.slice(0, MAX_NAMED).join('、')
  return {
    title: `发布到“${name}”`,
    text: `${message}：${named}${foreign.length > MAX_NAMED ? ' 等' : ''}`,
    confirmText: '继续发布',
    danger: true,
    agreed: { agreesForeign: true },
  }
}
