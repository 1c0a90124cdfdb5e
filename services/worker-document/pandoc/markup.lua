-- Runs inside pandoc, after it has read a markup in its sandbox. Before the filter of the second run, pandoc itself would
-- read each picture that the tree names, from any path.

local reported = {}
local function report(kind)
  if not reported[kind] then io.stderr:write('dropped: ' .. kind .. '\n') end
  reported[kind] = true
end

local DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

local function base64(bytes)
  local function digits(group)
    local a, b, c = group:byte(1, 3)
    local number = (a << 16) | ((b or 0) << 8) | (c or 0)
    local text = ''
    for shift = 18, 0, -6 do
      local at = ((number >> shift) & 63) + 1
      text = text .. DIGITS:sub(at, at)
    end
    return c and text or (text:sub(1, b and 3 or 2) .. (b and '=' or '=='))
  end
  return (bytes:gsub('..?.?', digits))
end

-- A picture of the file itself stays: in its text, or a notebook's, which pandoc keeps beside the tree.
local function picture(image)
  if image.src:match('^data:image/') then return nil end
  local kind, bytes = pandoc.mediabag.lookup(image.src)
  if kind and kind:match('^image/') then
    image.src = 'data:' .. kind .. ';base64,' .. base64(bytes)
    return image
  end
  report('outside')
  return image.caption
end

-- A block of HTML inside a markup is text with tags. Outside the sandbox, `raw_html` keeps the reader from opening frames.
local HTML = 'html+raw_html-native_divs-native_spans'
local TAGS = { script = 'scripts', style = 'styles', audio = 'media', video = 'media', iframe = 'media', form = 'forms' }

local function rawBlock(element)
  if element.format ~= 'html' then return nil end
  for tag in element.text:lower():gmatch('<(%a+)') do
    if TAGS[tag] then report(TAGS[tag]) end
  end
  return pandoc.read(element.text, HTML).blocks
end

-- Writers need quadratic time for blocks inside blocks. No real document comes near this number of levels.
local MAX_LEVELS = 100

local function blocksIn(block)
  if block.t == 'BlockQuote' or block.t == 'Div' then return { block.content } end
  if block.t == 'BulletList' or block.t == 'OrderedList' then return block.content end
  local lists = {}
  if block.t == 'DefinitionList' then
    for _, item in ipairs(block.content) do
      for _, definition in ipairs(item[2]) do lists[#lists + 1] = definition end
    end
  elseif block.t == 'Table' then
    for _, body in ipairs(block.bodies) do
      for _, row in ipairs(body.body) do
        for _, cell in ipairs(row.cells) do lists[#lists + 1] = cell.contents end
      end
    end
  end
  return lists
end

local function checkLevels(document)
  local level = { document.blocks }
  for _ = 1, MAX_LEVELS do
    local below = {}
    for _, blocks in ipairs(level) do
      for _, block in ipairs(blocks) do
        for _, inner in ipairs(blocksIn(block)) do below[#below + 1] = inner end
      end
    end
    if #below == 0 then return nil end
    level = below
  end
  error('too many levels')
end

-- Writers put no headings into a division, and each cell of a notebook is one.
local function cell(division)
  if division.classes:includes('cell') then return division.content end
  return nil
end

return { { Pandoc = checkLevels }, { RawBlock = rawBlock }, { Image = picture, Div = cell } }
