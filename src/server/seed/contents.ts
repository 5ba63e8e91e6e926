import type { PromotionFlag } from '#shared/domain/promotions.ts'

/** Demo entries of a column, the last one on top. */
interface ContentSeed {
  /** Symbol of the site; absent: the first one. */
  site?: string
  column: string
  entries: readonly EntrySeed[]
}

export interface EntrySeed {
  title: string
  /**
   * Values of the column's fields; an article's paragraphs are generated from the title. A photo is a file of the
   * resources (`templates/pictures/…`), which becomes an upload.
   */
  values?: Readonly<Record<string, string>>
  /** Absent: published. */
  state?: 'draft' | 'rejected' | 'recycled'
  sort?: number
  promotions?: readonly PromotionFlag[]
}

const news = (source: string, ...titles: readonly string[]): EntrySeed[] =>
  titles.map((title) => ({ title, values: { source } }))

const LONG_TITLE =
  '集团与沿海六省区二十三家科研院所、高等院校及装备制造企业共同发起“蓝色经济创新联合体”，首批围绕深海探测、海洋新材料与绿色航运三个方向启动十八个重点合作项目'

const job = (title: string, location: string, headcount: string): EntrySeed => ({
  title,
  values: { place: location, headcount, deadline: '2026-12-31', email: 'hr@group.example.com' },
})
const PICTURES = 'templates/pictures/'
const product = (title: string, model: string, summary: string, photo: string): EntrySeed => ({
  title,
  values: { model, summary, photo: PICTURES + photo },
})
const banner = (title: string, photo: string): EntrySeed => ({ title, values: { photo: PICTURES + photo } })
const page = (title: string, ...lines: readonly string[]): EntrySeed => ({
  title,
  values: { content: lines.map((line) => `<p>${line}</p>`).join('') },
})

export const CONTENTS: readonly ContentSeed[] = [
  {
    column: '集团新闻',
    entries: [
      ...news(
        '集团办公室',
        '集团召开年度工作会议，部署全年重点任务',
        '董事长带队赴基层单位调研安全生产工作',
        '集团与合作银行签署战略合作协议',
        '集团获评“全国文明单位”称号',
        '首届职工技能大赛圆满落幕，百名选手同台竞技',
        '集团举办开放日活动，邀请市民走进智能工厂',
        '集团海外项目提前三个月投产运行',
        '数字化转型三年行动方案正式发布',
        '集团党委理论学习中心组开展专题学习',
        '“灯塔计划”助学项目再启程，惠及学子三百余名',
        '集团上半年经营业绩稳中有进',
      ),
      { title: LONG_TITLE, values: { source: '科技发展部' }, sort: 10 },
      { title: '关于召开下半年工作会议的通知', values: { source: '集团办公室' }, state: 'draft' },
      { title: '集团新闻发言人答记者问', values: { source: '品牌部' }, state: 'rejected' },
      { title: '测试稿件，请忽略', values: { source: '集团办公室' }, state: 'recycled' },
    ],
  },
  {
    column: '行业动态',
    entries: [
      ...news(
        '行业观察',
        '海洋经济发展“十五五”规划公开征求意见',
        '工业互联网标识解析体系国家标准发布',
        '绿色船舶补贴政策延续两年',
        '全球深海装备市场年均增速超过百分之九',
      ),
      { title: '行业周报（未定稿）', state: 'draft' },
    ],
  },
  {
    column: '媒体报道',
    entries: news('媒体摘编', '向深海进军：一家制造企业的二十年', '从跟跑到领跑，国产装备走向世界'),
  },
  {
    column: '产品系列',
    entries: [
      { title: '蓝鲸一号水下机器人', values: { model: 'BW-100', summary: '最大工作水深 3000 米。' }, state: 'draft' },
      { title: '海燕智能观测浮标', values: { model: 'HY-20', summary: '连续在位观测十八个月。' }, state: 'draft' },
      product('海星系列岸基监测站', 'HX-60', '无人值守的岸基水质与气象监测站，数据每五分钟回传一次。', 'buoy.jpg'),
      product('信天翁长航时无人船', 'XTY-8', '续航三十天的海上无人测量平台，适合大范围海底地形测量。', 'ship.jpg'),
      product('领航者作业母船', 'LH-300', '为深海装备布放与回收设计的作业母船，可在五级海况下工作。', 'ship.jpg'),
      product('智慧港口调度平台', 'ZH-5', '面向集装箱码头的调度平台，泊位、岸桥和堆场一张图管理。', 'port.jpg'),
    ],
  },
  {
    column: '解决方案',
    entries: news('解决方案中心', '智慧港口一体化解决方案', '海上风电运维解决方案', '近岸生态监测解决方案'),
  },
  {
    column: '人才招聘',
    entries: [
      job('嵌入式软件工程师', '青岛', '3'),
      job('结构工程师', '青岛', '2'),
      job('海外市场经理', '上海', '1'),
      job('管理培训生', '青岛、上海', '10'),
    ],
  },
  {
    column: '公司简介',
    entries: [
      page(
        '公司简介',
        '集团成立于 1998 年，是一家以海洋装备、智能制造和绿色能源为主业的综合性企业集团。',
        '现有员工一万两千余人，下设十六家子公司，产品与服务覆盖四十多个国家和地区。',
      ),
    ],
  },
  {
    column: '企业文化',
    entries: [page('企业文化', '使命：向海图强，让海洋更近。', '价值观：求真、创新、担当、共赢。')],
  },
  {
    column: '联系我们',
    entries: [page('联系我们', '地址：山东省青岛市市南区海洋路 1 号', '电话：0532-85670000')],
  },
  {
    column: '发展历程',
    entries: [
      page(
        '发展历程',
        '1998 年，集团在青岛成立，从船舶配套设备起步。',
        '2009 年，第一台自主设计的水下机器人通过海试。',
        '2019 年，海外项目超过四十个，服务网络覆盖五大洲。',
        '2024 年，蓝色经济创新联合体成立，开启新一轮创业。',
      ),
    ],
  },
  {
    column: '首页轮播图',
    entries: [banner('产品中心', 'banner-blue.jpg'), banner('新闻中心', 'banner-cyan.jpg')],
  },
  {
    site: 'ocean',
    column: '公司新闻',
    entries: news(
      '海洋科技',
      '公司通过高新技术企业复审',
      '青岛研发基地二期工程竣工投用',
      '与三所涉海高校共建联合实验室',
      '公司参加国际海洋技术与装备展览会',
      '“深海之光”科普行动走进沿海乡村学校',
      '公司召开年中工作会，聚焦主责主业',
      '新一代声学定位系统完成湖试',
    ),
  },
  {
    site: 'ocean',
    column: '科研进展',
    entries: news(
      '技术中心',
      '万米级耐压材料循环试验突破一千次',
      '海底原位观测网首次实现全年不间断回传',
      '低功耗水下通信芯片流片成功',
      '海洋碳汇监测方法列入行业标准',
    ),
  },
  {
    site: 'ocean',
    column: '航次计划',
    entries: news('航次办公室', '春季黄海综合调查航次', '夏季西太平洋深海科考航次', '秋季南海海底观测网维护航次'),
  },
  {
    site: 'ocean',
    column: '海洋装备',
    entries: [
      product('深海采样机械手', 'SJ-7', '七自由度液压机械手，最大工作水深 7000 米。', 'deep.jpg'),
      product('多波束测深系统', 'DB-512', '一次扫测 512 个波束，适合近岸与深海地形测量。', 'ship.jpg'),
      product('漂流式剖面浮标', 'PF-2000', '自动完成 0 至 2000 米温盐剖面观测。', 'buoy.jpg'),
      product('水下滑翔机', 'HX-G1', '续航超过九十天，单次航程三千公里。', 'deep.jpg'),
    ],
  },
  {
    site: 'ocean',
    column: '考察船队',
    entries: [page('考察船队', '现有海洋科学考察船四艘，总吨位一万二千吨，可在全球无限航区作业。')],
  },
  {
    site: 'ocean',
    column: '关于我们',
    entries: [page('关于我们', '海洋科技是集团旗下专业从事海洋观测与深海装备研发的高新技术企业。')],
  },
  {
    site: 'ocean',
    column: '联系我们',
    entries: [page('联系我们', '地址：山东省青岛市蓝谷科创园 8 号', '电话：0532-85671111')],
  },
]
