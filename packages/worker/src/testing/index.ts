export {
  type Converted,
  type Converter,
  type ConvertRequest,
  convertFile,
  createConverter,
} from './convert-file.js';
export { type JailCost, measureJail } from './measure-jail.js';
