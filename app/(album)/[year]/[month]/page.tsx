export { default, generateMetadata } from "../../media/[year]/[month]/page";
