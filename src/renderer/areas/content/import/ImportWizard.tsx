import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ContentImport, ImportMapping } from '#shared/contract/contentImport.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { StepList } from '#renderer/ui/dialogs/StepList.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { FoundStep } from './FoundStep.tsx'
import { createInitialMapping, findMissingChoice } from './mapping.ts'
import { MappingStep } from './MappingStep.tsx'
import { ResultStep } from './ResultStep.tsx'

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
  },
})

const STEPS = ['选择来源', '查看内容', '对应栏目', '试导入', '导入']

/** Imports contents of another program into a site. The address holds the id of the import. */
export function ImportWizard() {
  const siteId = Number(useParams()['siteId'])
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('import') ?? 0)
  const { data: sites } = useRead('site.page', { page: 1, size: 200 }, { quiet: true })
  const site = sites?.content.find((each) => each.id === siteId)
  const openImport = (next: number, jobId: number): void => {
    setQuery({ import: String(next) })
    if (jobId > 0) followJob({ jobId, title: '正在读取文件，请稍候…' })
  }
  return (
    <Page>
      <PageHeader
        title={site ? `内容迁移到“${site.title}”` : '内容迁移'}
        text="将其他网站或表格中的内容导入该站点。正式导入前可试导入，试导入不写入任何内容。"
      />
      {Number.isSafeInteger(id) && id > 0 ? (
        <StartedImport key={id} id={id} onAgain={() => setQuery({})} />
      ) : (
        <>
          <StepList titles={STEPS} at={0} onGo={() => undefined} />
          <ChooseStep siteId={siteId} onBegun={openImport} />
        </>
      )}
    </Page>
  )
}

function StartedImport({ id, onAgain }: { id: number; onAgain: () => void }) {
  const read = useRead('contentImport.findById', { id }, { quiet: true })
  const { data: made, error } = read
  if (error) return <ErrorState error={error} onRetry={() => void read.refetch()} />
  if (!made) return null
  return <Steps key={made.found ? 'read' : 'reading'} made={made} onAgain={onAgain} />
}

const [FOUND, MAPPING, TRIAL, RUN] = [1, 2, 3, 4]

function Steps({ made, onAgain }: { made: ContentImport; onAgain: () => void }) {
  const styles = useStyles()
  const [currentStep, setCurrentStep] = useState(FOUND)
  const [mapping, setMapping] = useState<ImportMapping>(() => createInitialMapping(made))
  const [startedJobs, setStartedJobs] = useState({ trial: 0, run: 0 })
  const { data: job } = useJob(made.jobId)
  const isJobRunning = job !== undefined && job.endDate === ''
  const run = useWrite('contentImport.run', {
    success: false,
    onSuccess: ({ data }, { trial }) => {
      setStartedJobs((now) => ({ ...now, [trial ? 'trial' : 'run']: data.jobId }))
      followJob({ jobId: data.jobId, title: trial ? '试导入' : '导入' })
    },
  })
  const startRun = (trial: boolean): void => run.mutate({ ...mapping, id: made.id, trial })
  const next = (): void => {
    const missing = currentStep === MAPPING ? findMissingChoice(mapping, made.kind) : null
    if (missing) notify('error', missing)
    else setCurrentStep(currentStep + 1)
  }
  const busy = run.isPending || isJobRunning
  const { found } = made
  return (
    <>
      <StepList titles={STEPS} at={currentStep} onGo={(step) => (step === 0 ? onAgain() : setCurrentStep(step))} />
      {currentStep === FOUND && <FoundStep made={made} />}
      {currentStep === MAPPING && found && (
        <MappingStep
          made={made}
          found={found}
          mapping={mapping}
          onChange={(more) => setMapping((now) => ({ ...now, ...more }))}
        />
      )}
      {currentStep === TRIAL && <ResultStep key="trial" made={made} trial jobId={startedJobs.trial} />}
      {currentStep === RUN && <ResultStep key="run" made={made} trial={false} jobId={startedJobs.run} />}
      <div className={styles.actions}>
        {currentStep === FOUND && <Button onClick={onAgain}>更换文件</Button>}
        {currentStep > FOUND && (
          <Button disabledFocusable={busy} onClick={() => setCurrentStep(currentStep - 1)}>
            上一步
          </Button>
        )}
        {currentStep === TRIAL && (
          <Button
            appearance={made.trial ? 'secondary' : 'primary'}
            disabledFocusable={busy}
            onClick={() => startRun(true)}
          >
            开始试导入
          </Button>
        )}
        {currentStep === RUN && made.result && !busy && <Button onClick={onAgain}>导入其他文件</Button>}
        {currentStep === RUN ? (
          <Button appearance="primary" disabledFocusable={busy} onClick={() => startRun(false)}>
            开始导入
          </Button>
        ) : (
          <Button
            appearance={currentStep === TRIAL && !made.trial ? 'secondary' : 'primary'}
            disabledFocusable={busy || !found}
            onClick={next}
          >
            下一步
          </Button>
        )}
      </div>
    </>
  )
}
