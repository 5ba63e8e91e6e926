import { useWatch } from 'react-hook-form'
import { PACK_DAYS } from '#shared/contract/publishTarget.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { BucketFields } from './BucketFields.tsx'
import { HostKeyField } from './HostKeyField.tsx'
import { Notice, Pairs, type FieldsProps, SecretField } from './pairs.tsx'
import { ServerFields } from './ServerFields.tsx'

/** Where the files go, with what signs in there. */
export function KindFields(props: FieldsProps) {
  const kind = useWatch({ control: props.control, name: 'kind' })
  switch (kind) {
    case 'folder':
      return <FolderFields {...props} />
    case 'zip':
      return (
        <Notice>
          {`生成包含整个网站的压缩包并下载，解压后放到任何网站服务器即可。压缩包在发布记录中保留 ${PACK_DAYS} 天。`}
        </Notice>
      )
    case 's3':
      return <BucketFields {...props} />
    case 'webdav':
      return <WebdavFields {...props} />
    default:
      return <ServerFields {...props} />
  }
}

function FolderFields({ control }: FieldsProps) {
  return (
    <>
      <Notice>文件夹在运行站匠服务器的那台机器上，也可以是挂载的网络磁盘，只有超级管理员可以设置。</Notice>
      <TextField
        control={control}
        name="folder"
        label="文件夹"
        required
        maxLength={500}
        placeholder="/var/www/html 或 D:\www"
        hint="请填写完整路径，文件夹需已存在"
      />
    </>
  )
}

function WebdavFields({ control, target, siteId }: FieldsProps) {
  const address = useWatch({ control, name: 'address' }) ?? ''
  return (
    <>
      <TextField
        control={control}
        name="address"
        label="地址"
        required
        maxLength={500}
        autoComplete="off"
        placeholder="https://dav.example.com/www"
        hint="网站根目录的地址，文件夹需已存在"
      />
      {address.startsWith('http:') && (
        <Notice intent="warning">地址以 http:// 开头，密码和网页会不加密传送，建议改用 https://。</Notice>
      )}
      <Pairs>
        <TextField control={control} name="username" label="用户名" required maxLength={200} autoComplete="off" />
        <SecretField control={control} target={target} label="密码" />
      </Pairs>
      {address.startsWith('https:') && <HostKeyField control={control} siteId={siteId} />}
    </>
  )
}
