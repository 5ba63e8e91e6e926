import { Button, Field, makeStyles, tokens } from '@fluentui/react-components'
import { useController, useWatch } from 'react-hook-form'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { HostKeyField } from './HostKeyField.tsx'
import { Notice, Pairs, type FieldsProps, SecretField } from './pairs.tsx'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({ row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } })

/** Addresses of providers in one of their regions, which a person changes for another. */
const PROVIDERS = [
  {
    title: '阿里云 OSS',
    address: 'https://s3.oss-cn-hangzhou.aliyuncs.com',
    region: 'cn-hangzhou',
    isPathStyle: false,
  },
  { title: '腾讯云 COS', address: 'https://cos.ap-guangzhou.myqcloud.com', region: 'ap-guangzhou', isPathStyle: false },
  { title: '七牛', address: 'https://s3.cn-east-1.qiniucs.com', region: 'cn-east-1', isPathStyle: false },
  { title: 'AWS', address: 'https://s3.cn-north-1.amazonaws.com.cn', region: 'cn-north-1', isPathStyle: false },
  { title: 'MinIO', address: 'https://minio.example.com:9000', region: 'us-east-1', isPathStyle: true },
]

/** Fills in what the providers' documents say. */
function Providers({ control }: { control: TargetControl }) {
  const styles = useStyles()
  const { field: address } = useController({ control, name: 'address' })
  const { field: region } = useController({ control, name: 'region' })
  const { field: isPathStyle } = useController({ control, name: 'isPathStyle' })
  return (
    <Field label="常用服务" hint="填入服务地址和区域的例子，请按存储桶所在的区域修改">
      <div className={styles.row}>
        {PROVIDERS.map((provider) => (
          <Button
            key={provider.title}
            size="small"
            onClick={() => {
              address.onChange(provider.address)
              region.onChange(provider.region)
              isPathStyle.onChange(provider.isPathStyle)
            }}
          >
            {provider.title}
          </Button>
        ))}
      </div>
    </Field>
  )
}

/** A bucket that speaks S3, with the access key that writes there. */
export function BucketFields({ control, target, siteId }: FieldsProps) {
  const address = useWatch({ control, name: 'address' }) ?? ''
  return (
    <>
      <Notice>
        访问密钥需要列出、读取、写入和删除的权限，建议只授权这一个存储桶。请在服务商的控制台开启静态网站托管，首页为
        index.html，错误页为 404.html。
      </Notice>
      <Providers control={control} />
      <Pairs>
        <TextField
          control={control}
          name="address"
          label="服务地址"
          required
          maxLength={500}
          autoComplete="off"
          placeholder="https://s3.oss-cn-hangzhou.aliyuncs.com"
          hint="不含桶名"
        />
        <TextField
          control={control}
          name="region"
          label="区域"
          required
          maxLength={60}
          autoComplete="off"
          placeholder="cn-hangzhou"
        />
        <TextField control={control} name="bucket" label="存储桶" required maxLength={63} autoComplete="off" />
        <TextField
          control={control}
          name="folder"
          label="文件夹"
          maxLength={500}
          autoComplete="off"
          placeholder="www"
          hint="桶内的文件夹，留空表示桶的根目录"
        />
        <TextField control={control} name="username" label="AccessKey ID" required maxLength={200} autoComplete="off" />
        <SecretField control={control} target={target} label="AccessKey Secret" />
        <SwitchField
          control={control}
          name="isPathStyle"
          label="桶名的位置"
          states={{ on: '在路径中（MinIO）', off: '在域名中（云服务）' }}
        />
      </Pairs>
      {address.startsWith('http:') && (
        <Notice intent="warning">地址以 http:// 开头，网页会不加密传送，建议改用 https://。</Notice>
      )}
      {address.startsWith('https:') && <HostKeyField control={control} siteId={siteId} />}
    </>
  )
}
